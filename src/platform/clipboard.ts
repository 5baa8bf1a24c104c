import type { Ports } from '#src/ports.ts'

export const copyText: Ports['copyText'] = async text => {
  try {
    // Old WebViews and pages without HTTPS have no `navigator.clipboard`.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
