import { useRef, useState } from 'react'
import type { StaffItem } from '#contract/desk/staff.ts'
import type { Checked } from './check-offline.ts'
import { createRecentCodes } from './recent-codes.ts'
import type { Done, Door } from './use-door.ts'

export type Shown = {
  readonly code: string
  /** Null while the code is checked. */
  readonly checked: Checked | null
  /** Null until the staff member has handed something over. */
  readonly done: { readonly item: StaffItem; readonly outcome: Done } | null
  readonly isBusy: boolean
}

/** Checks each code that the camera finds, and shows the latest one. */
export function useScan(door: Door) {
  const [shown, setShown] = useState<Shown | null>(null)
  const busy = useRef(false)
  const recent = useRef(createRecentCodes()).current

  const show = async (code: string) => {
    busy.current = true
    recent.note(code, false, performance.now())
    setShown({ code, checked: null, done: null, isBusy: true })
    const checked = await door.check(code)
    navigator.vibrate?.(checked.result === 'person' ? 40 : [60, 60, 60])
    // After a typed number, this is the code to which the number belongs.
    const known = checked.result === 'person' ? checked.code : code
    recent.note(known, checked.result === 'person', performance.now())
    busy.current = false
    setShown({ code: known, checked, done: null, isBusy: false })
  }

  const found = (code: string) => {
    if (!busy.current && recent.isNew(code, performance.now())) void show(code)
  }

  const handOver = async (item: StaffItem, guardianSeen: boolean) => {
    if (!shown || busy.current) return
    busy.current = true
    setShown({ ...shown, isBusy: true })
    const outcome = await door.handOver(shown.code, item.rewardType, guardianSeen)
    recent.note(shown.code, true, performance.now())
    busy.current = false
    setShown({ ...shown, done: { item, outcome }, isBusy: false })
  }

  return {
    shown,
    found,
    check: (code: string) => void show(code),
    handOver: (item: StaffItem, guardianSeen: boolean) => void handOver(item, guardianSeen),
  }
}
