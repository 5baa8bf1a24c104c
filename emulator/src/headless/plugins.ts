type Plugin = {
  readonly name: string
  install(context: { readonly liff: object; readonly hooks: object }, option?: unknown): unknown
}

/**
 * Returns the SDK's calls with `use`, which installs a LIFF plugin once and adds its functions as
 * `liff.$name`. The SDK's hooks are missing, because no plugin of LINE uses them.
 */
export function withPlugins(calls: object): object {
  const installed = new Set<string>()
  const liff: Record<string, unknown> = {
    ...calls,
    use(plugin: Plugin, option?: unknown) {
      if (installed.has(plugin.name)) return liff
      installed.add(plugin.name)
      liff[`$${plugin.name}`] = plugin.install({ liff, hooks: {} }, option)
      return liff
    },
  }
  return liff
}
