import { useRef, useState } from 'react'
import type { StaffItem } from '#contract/desk/staff.ts'
import { type Checked, prefixOf } from './check-offline.ts'
import type { Done, Door } from './use-door.ts'

export type Shown = {
  readonly code: string
  /** Null while the code is checked. */
  readonly checked: Checked | null
  /** Null until the staff member has handed something over. */
  readonly done: { readonly item: StaffItem; readonly outcome: Done } | null
  readonly isBusy: boolean
}

/** How long the same customer's code is ignored after it was checked, in milliseconds. */
const AGAIN_MS = 8000

/** Checks each code that the camera finds, and shows the latest one. */
export function useScan(door: Door) {
  const [shown, setShown] = useState<Shown | null>(null)
  const latest = useRef({ code: '', isKnown: false, at: 0, isBusy: false })

  const show = async (code: string) => {
    latest.current = { code, isKnown: false, at: Date.now(), isBusy: true }
    setShown({ code, checked: null, done: null, isBusy: true })
    const checked = await door.check(code)
    navigator.vibrate?.(checked.result === 'person' ? 40 : [60, 60, 60])
    // After a typed number, this is the code to which the number belongs.
    const known = checked.result === 'person' ? checked.code : code
    latest.current = { code: known, isKnown: checked.result === 'person', at: Date.now(), isBusy: false }
    setShown({ code: known, checked, done: null, isBusy: false })
  }

  const found = (code: string) => {
    const { code: before, isKnown, at, isBusy } = latest.current
    // The code of a customer who is shown changes every half minute. After a refused one, another is a new attempt.
    const isSame = code === before || (isKnown && prefixOf(code) === prefixOf(before))
    if (isSame && Date.now() - at < AGAIN_MS) {
      latest.current.at = Date.now()
      return
    }
    if (!isBusy) void show(code)
  }

  const handOver = async (item: StaffItem, guardianSeen: boolean) => {
    if (!shown || latest.current.isBusy) return
    latest.current.isBusy = true
    setShown({ ...shown, isBusy: true })
    const outcome = await door.handOver(shown.code, item.rewardType, guardianSeen)
    latest.current = { ...latest.current, at: Date.now(), isBusy: false }
    setShown({ ...shown, done: { item, outcome }, isBusy: false })
  }

  return {
    shown,
    found,
    check: (code: string) => void show(code),
    handOver: (item: StaffItem, guardianSeen: boolean) => void handOver(item, guardianSeen),
  }
}
