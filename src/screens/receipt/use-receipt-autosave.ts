import { useEffect, useRef, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { touched } from './receipt-form-draft.ts'

const SAVE_AFTER_MS = 400

/**
 * Saves shortly after the last change, and when the customer leaves the page or the screen. `draftOf` is the id of the
 * receipt being corrected, or null.
 */
export function useReceiptAutosave({
  draft,
  start,
  draftOf,
  dropped,
}: {
  readonly draft: ReceiptDraft
  readonly start: ReceiptDraft
  readonly draftOf: string | null
  readonly dropped: (() => boolean) | undefined
}) {
  const { receipts, session } = useApp()
  // A photo may become ready only after another customer, who must not get this draft, has signed in.
  const [owner] = useState(() => session.customerId.peek())
  /** Stays true after sending, because the draft is deleted when the job is stored. */
  const sending = useRef(false)
  /** Saves changes that are waiting for the timer; null if there are none. */
  const pendingSave = useRef<(() => void) | null>(null)

  const save = useRef((_: ReceiptDraft) => {})
  save.current = changed => {
    const isOwners = session.customerId.peek() === owner
    if (isOwners && !sending.current && !dropped?.()) void receipts.saveDraft(draftOf, changed)
  }

  useEffect(() => {
    pendingSave.current = null
    if (draft === start || !touched(draft)) return
    const saveDraft = () => {
      pendingSave.current = null
      save.current(draft)
    }
    pendingSave.current = saveDraft
    const timer = setTimeout(saveDraft, SAVE_AFTER_MS)
    // The page may be closed before the timer fires, for example by the camera or a phone call.
    window.addEventListener('pagehide', saveDraft)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', saveDraft)
    }
  }, [draft, start])
  // The customer may open another screen before the timer fires.
  useEffect(() => () => pendingSave.current?.(), [])

  return {
    saveNow: (changed: ReceiptDraft) => save.current(changed),
    pause: () => {
      sending.current = true
    },
    resume: () => {
      sending.current = false
    },
  }
}
