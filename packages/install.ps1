<#
.SYNOPSIS
  Installs kval on Windows: selects the archive for this machine, downloads it, verifies its SHA-256 checksum and copies
  the program to a directory. Needs Windows PowerShell 5.1 or PowerShell 7.
.DESCRIPTION
  KVAL_INSTALL_BASE is the address of the directory with the archives and SHA256SUMS (https:// or http://, or a path).
  KVAL_INSTALL_DIR is the default of -To. Generated from packages/release.json by scripts/manifests.
#>
param(
  [string]$To = $(if ($env:KVAL_INSTALL_DIR) { $env:KVAL_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'kval\bin' }),
  [string]$Target = ''
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$version = '@VERSION@'
$base = if ($env:KVAL_INSTALL_BASE) { $env:KVAL_INSTALL_BASE } else { '@BASE@' }
if (-not $base) {
  throw 'kval is not published yet; set KVAL_INSTALL_BASE to a directory with the archives of a build'
}
if (-not $Target) {
  # Windows on arm64 runs programs for x86-64.
  if ($env:PROCESSOR_ARCHITECTURE -notin 'AMD64', 'ARM64') {
    throw "there is no program for the processor $env:PROCESSOR_ARCHITECTURE"
  }
  $Target = 'x86_64-windows'
}
$archive = "kval-$version-$Target.zip"

function Get-ReleaseFile([string]$Name, [string]$Path) {
  if ($base -match '^https?://') {
    Invoke-WebRequest -UseBasicParsing -Uri "$base/$Name" -OutFile $Path
  } else {
    Copy-Item -LiteralPath (Join-Path $base $Name) -Destination $Path
  }
}

$work = Join-Path ([IO.Path]::GetTempPath()) "kval-$([Guid]::NewGuid())"
New-Item -ItemType Directory -Path $work | Out-Null
try {
  $sums = Join-Path $work 'SHA256SUMS'
  Get-ReleaseFile 'SHA256SUMS' $sums
  $expected = $null
  foreach ($line in Get-Content -LiteralPath $sums) {
    $hash, $name = $line -split '\s+\*?', 2
    if ($name -ceq $archive) { $expected = $hash }
  }
  if (-not $expected) { throw "$base/SHA256SUMS does not list ${archive}: there is no program for $Target" }
  $file = Join-Path $work $archive
  Get-ReleaseFile $archive $file
  $actual = (Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash
  if ($actual -ne $expected) {
    throw "$archive has the SHA-256 checksum $actual, expected $expected; nothing was installed"
  }
  Expand-Archive -LiteralPath $file -DestinationPath $work
  New-Item -ItemType Directory -Force -Path $To | Out-Null
  Copy-Item -Force -LiteralPath (Join-Path $work "kval-$version-$Target\kval.exe") -Destination (Join-Path $To 'kval.exe')
  Write-Output "install: kval $version for $Target is in $To"
  if (($env:PATH -split ';') -notcontains $To) { Write-Output "install: $To is not on your PATH; add it" }
} finally {
  Remove-Item -Recurse -Force -LiteralPath $work
}
