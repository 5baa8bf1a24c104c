import { useEffect } from 'react'
import { control } from '../api/client.ts'

/** Ignore errors, because the panel already shows when LINE does not respond. */
function report(userId: string, richMenu: { readonly richMenuId: string; readonly area?: number }): void {
  void control.actInChat({ userId, richMenu }).catch(() => undefined)
}

/**
 * Reports each opening of the rich menu, because LINE's insight counts impressions. Returns a function that reports a
 * tap on the area with the given index.
 */
export function useMenuInsight(userId: string, richMenuId: string, open: boolean) {
  useEffect(() => {
    if (open) report(userId, { richMenuId })
  }, [userId, richMenuId, open])
  return (area: number) => report(userId, { richMenuId, area })
}
