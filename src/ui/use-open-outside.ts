import type { MouseEvent } from 'react'
import { useApp } from '#src/app-context.ts'

/**
 * Returns the click handler of a link to a map or a file. LINE's browser cannot save files and has no way back from a
 * map, so there the phone's own browser opens the link.
 */
export function useOpenOutside() {
  const { line, session } = useApp()
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (!session.inClient.value) return
    event.preventDefault()
    line.openWindow(event.currentTarget.href, true)
  }
}
