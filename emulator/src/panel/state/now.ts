import { useEffect, useState } from 'react'
import type { Scenario } from '../api/types.ts'

/** Returns the phone's time in ms since 1970. */
export function phoneTime({ frozenAt, advanceMs, skewMs }: Scenario['clock']): number {
  return (frozenAt ?? Date.now() + advanceMs) + skewMs
}

/** Returns the times of LINE and of the phone in ms since 1970. Updates them every second. */
export function useNow({ frozenAt, advanceMs, skewMs }: Scenario['clock']): { line: number; phone: number } {
  const [real, setReal] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setReal(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const line = frozenAt ?? real + advanceMs
  return { line, phone: line + skewMs }
}

const hours = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** For example 14:03. */
export const shortTime = (at: number): string => hours.format(at)

/** For example 14:03:22. */
export const exactTime = (at: number): string => seconds.format(at)
