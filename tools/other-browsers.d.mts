type Parts = {
  readonly pathOf?: (program: string) => string | null
  readonly installPackages?: (packages: readonly string[]) => void
  readonly webkitPath?: () => string | null
}

export function otherBrowsers(parts?: Parts): {
  readonly projects: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  readonly playwright: boolean
}
