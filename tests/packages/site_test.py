"""Builds the documentation site and checks it: every page of docs/ and every rule has a page, no link is broken, nothing is
loaded from another host, and no page scrolls sideways on a phone or a desktop.

  site_test.py PROGRAM

Skipped (exit code 77) without mkdocs-material. Without chromium only the widths are skipped.
"""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77
WIDTHS = {"phone": 390, "laptop": 1280, "desktop": 1440}
MEASURED = re.compile(r"^(?:rules/KV30\d|commands/(?:check|helm)|(?!rules/|commands/).*)\.html$")
failures = []


def expect(name, is_so, said=""):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name + ("" if is_so else f"\n{said}"))


def files_below(directory, ending):
    found = (os.path.relpath(os.path.join(path, name), directory) for path, _, names in os.walk(directory) for name in names)
    return sorted(name for name in found if name.endswith(ending))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.loaded = [], set(), []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.add(given.get("id"))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        for name in ("src",) + (("href",) if tag == "link" else ()):
            if name in given and given.get("rel") != "canonical":
                self.loaded.append(given[name])


def check_links(site, pages):
    broken, foreign = [], []
    for name, page in pages.items():
        foreign += [f"{name}: {link}" for link in page.loaded if urllib.parse.urlsplit(link).netloc]
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(parts.path))) \
                if parts.path else name
            target = "index.html" if target == "." else target
            if not os.path.exists(os.path.join(site, target)):
                broken.append(f"{name}: {link}")
            elif parts.fragment and target in pages and \
                    urllib.parse.unquote(parts.fragment) not in pages[target].anchors | {"__toc"}:
                broken.append(f"{name}: {link}")
    expect("no link is broken", not broken, "\n".join(broken[:20]))
    expect("nothing is loaded from another host", not foreign, "\n".join(foreign[:20]))


def check_widths(site, pages, work):
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("skipped the widths of pages: chromium is not installed")
        return
    for device, width in WIDTHS.items():
        frames = "".join(f'<iframe name="{name}" src="file://{site}/{name}" width="{width}" height="800"></iframe>'
                         for name in pages)
        measured = os.path.join(work, device + ".html")
        with open(measured, "w", encoding="utf-8") as file:
            file.write(f"<body>{frames}<pre id=widths></pre><script>onload = () => {{ widths.textContent = "
                       "JSON.stringify(Object.fromEntries([...document.querySelectorAll('iframe')].map(frame => "
                       "[frame.name, frame.contentDocument.documentElement.scrollWidth]))); }</script></body>")
        run = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                              "--virtual-time-budget=20000", f"--user-data-dir={work}/profile", "--dump-dom",
                              "file://" + measured], capture_output=True, text=True, timeout=300, check=False)
        text = run.stdout.partition('<pre id="widths">')[2].partition("</pre>")[0]
        if not text:
            expect(f"pages on a {device} are measured", False, run.stderr[-2000:])
            continue
        wide = {name: found for name, found in json.loads(text).items() if not 0 < found <= width}
        expect(f"{len(pages)} pages fit a {device} ({width})", not wide, str(wide))


def main():
    program = os.path.realpath(sys.argv[1])
    if subprocess.run([sys.executable, "-c", "import material"], capture_output=True, check=False).returncode != 0:
        print("skipped: pip install mkdocs-material")
        return SKIPPED
    work = tempfile.mkdtemp(prefix="kval-site-")
    site = os.path.join(work, "site")
    try:
        run = subprocess.run([os.path.join(ROOT, "scripts", "docs"), program], env={**os.environ, "KVAL_SITE": site},
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        expect("scripts/docs", run.returncode == 0, run.stdout[-4000:])
        if run.returncode != 0:
            return 1
        names = [name for name in files_below(site, ".html") if name != "404.html"]
        pages = {name: Page(os.path.join(site, name)) for name in names}
        wanted = {name[:-3] + ".html" for name in files_below(os.path.join(ROOT, "docs"), ".md")}
        expect("every page of docs/", wanted <= set(names), str(wanted - set(names)))
        rules = json.loads(subprocess.run([program, "rules", "-o", "json"], capture_output=True, check=True).stdout)
        missing = [rule["code"] for rule in rules if f"rules/{rule['code']}.html" not in pages]
        expect("every rule has a page", rules and not missing, str(missing))
        with open(os.path.join(site, "reference", "annotations.html"), encoding="utf-8") as file:
            expect("annotations", "@schema/validation" in file.read())
        xml.parse(os.path.join(site, "finding.svg"))
        check_links(site, pages)
        check_widths(site, list(filter(MEASURED.match, pages)), work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
