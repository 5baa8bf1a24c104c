import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { signedOut } from '../../api/use-desk.ts'

type Part = DeskAnswer<'countMailing'>
type Counts = Readonly<Record<string, number>>

/** `isDone` is true once the last part has been counted. */
export type Count = {
  readonly messages: Counts
  readonly unreachable: Counts
  readonly total: number
  readonly missed: number
  readonly waiting: number
  readonly quota: Part['quota']
  readonly isDone: boolean
}

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0)

function added(a: Counts, b: Counts): Counts {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(keys.map(key => [key, (a[key] ?? 0) + (b[key] ?? 0)]))
}

/** Counts the messages part by part, so that the page can show the progress. */
export function useCount() {
  const [count, setCount] = useState<Count | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  async function start() {
    setError(null)
    setBusy(true)
    try {
      let [messages, unreachable]: [Counts, Counts] = [{}, {}]
      for (let after: string | null | undefined; after !== null && isOpen.current; ) {
        const part: Part = await call('countMailing', { query: after === undefined ? {} : { after } })
        messages = added(messages, part.messages)
        unreachable = added(unreachable, part.unreachable)
        after = part.next
        const { waiting, quota } = part
        const [total, missed] = [sum(messages), sum(unreachable)]
        setCount({ messages, unreachable, total, missed, waiting, quota, isDone: after === null })
      }
    } catch (thrown) {
      await signedOut(client, thrown)
      setCount(null)
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { count, error, isBusy, start }
}
