"""Draws the run times of other programs relative to kval as bars on a logarithmic scale (SVG)."""

import math
from xml.sax.saxutils import escape

PEERS = {"ytt": "#0072b2", "kcl_lib": "#009e73", "check-jsonschema": "#d55e00", "@sourcemeta/jsonschema": "#cc79a7",
         "ajv": "#e69f00", "kubeconform": "#56b4e9", "helm lint": "#7f7f7f"}
LEFT, RIGHT, ROW, TOP, WIDTH = 330, 90, 26, 56, 860


def times(ratio):
    """Formats a ratio with three significant digits, or without decimals from 1,000 on."""
    return f"{ratio:,.0f}" if ratio >= 1000 else f"{ratio:.3g}"


def drawn(bars):
    most = max([10, *(ratio for _, _, ratio in bars)])
    decades = math.ceil(math.log10(most))
    scale = (WIDTH - LEFT - RIGHT) / decades
    height = TOP + ROW * len(bars) + 34
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
             'font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
             '<text x="16" y="26" font-size="16" font-weight="bold">How many times the time of kval others take</text>']
    for decade in range(decades + 1):
        x = LEFT + decade * scale
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 28}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 10}" text-anchor="middle" fill="#555555">{10 ** decade:,}</text>')
    for row, (contest, peer, ratio) in enumerate(bars):
        y = TOP + row * ROW
        length = max(2.0, math.log10(max(ratio, 1)) * scale)
        parts.append(f'<text x="{LEFT - 10}" y="{y + 14}" text-anchor="end">{escape(contest)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{ROW - 8}" fill="{PEERS[peer]}"/>')
        parts.append(f'<text x="{LEFT + length + 6:.1f}" y="{y + 14}">{escape(peer)} {times(ratio)}</text>')
    return "\n".join([*parts, "</svg>", ""])
