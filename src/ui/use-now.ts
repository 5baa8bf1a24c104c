import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'

/** The server's time in milliseconds, looked at every `everyMs` while the page is visible. */
export function useNow(everyMs: number): number {
  const { campaign } = useApp()
  const [now, setNow] = useState(() => campaign.serverNow())
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setNow(campaign.serverNow())
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [campaign, everyMs])
  return now
}
