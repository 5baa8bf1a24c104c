import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '#src/app-context.ts'
import type { Failure } from '#src/ports.ts'
import { known } from '#src/state/resource.ts'
import type { ReceiptDraft, Sent } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { type Problems, refusedFields } from '#src/ui/problems.ts'
import { useHere } from '#src/ui/use-here.ts'
import { useText } from '#src/ui/use-text.ts'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import css from './receipt.module.css'
import { ReceiptFields } from './receipt-fields.tsx'
import { type ReceiptField, receiptFieldNames, receiptProblems, touched } from './receipt-form-draft.ts'
import { problemsOfRefusal } from './refusal.ts'

/** How long typing must rest before it is kept, in milliseconds. */
const KEEP_AFTER_MS = 400

/** The receipt's form, from the first photo to the confirmed sending. `draftOf`: the receipt corrected, null: a new one. */
export function ReceiptForm({
  start,
  draftOf,
  submitText,
  onReload,
  onSending,
  dropped,
}: {
  readonly start: ReceiptDraft
  readonly draftOf: string | null
  readonly submitText?: string
  /** Told when this form begins to send, and when it has ended. */
  readonly onSending?: (sending: boolean) => void
  /** The customer has begun anew: nothing of this one is kept any more. */
  readonly dropped?: () => boolean
  /** Takes the server's newer version instead of this one. */
  readonly onReload?: () => void
}) {
  const { receipts, campaign, toasts } = useApp()
  const { t } = useText()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(start)
  const { form, problems, fail, clear } = useProblems<ReceiptField>()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Exclude<Sent, { state: 'received' | 'queued' }> | null>(null)
  /** Photos are being made ready: sending now would leave them out. */
  const [preparing, setPreparing] = useState(false)
  const sent = useRef(false)
  const here = useHere()
  /** Keeps what was typed and is not kept yet. */
  const unkept = useRef<(() => void) | null>(null)

  const save = useRef((_: ReceiptDraft) => {})
  save.current = given => {
    if (!sent.current && !dropped?.()) void receipts.saveDraft(draftOf, given)
  }

  useEffect(() => {
    unkept.current = null
    if (draft === start || !touched(draft)) return
    const keep = () => {
      unkept.current = null
      save.current(draft)
    }
    unkept.current = keep
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    // A camera or a call may take the page away before the timer.
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [draft, start])
  // Another screen may be opened before the timer, too.
  useEffect(() => () => unkept.current?.(), [])

  function change(part: Partial<ReceiptDraft>, fields: readonly ReceiptField[]) {
    // A camera costs memory: the phone may end the page any moment, and only typing may wait.
    if (part.photos) save.current({ ...draft, ...part })
    setDraft(before => ({ ...before, ...part }))
    clear(fields)
  }

  function review() {
    if (preparing) return
    setOutcome(null)
    const found = receiptProblems(draft, {
      activity: known(campaign.current.value),
      now: campaign.serverNow(),
    })
    if (Object.keys(found).length > 0) fail(found)
    else setConfirming(true)
  }

  async function send() {
    setBusy(true)
    onSending?.(true)
    const result = await receipts.send(draft, draftOf)
    setBusy(false)
    onSending?.(false)
    setConfirming(false)
    if (result.state === 'received' || result.state === 'queued') {
      sent.current = true
      void receipts.dropDraft(draftOf)
      if (here())
        navigate(`/thanks?sent=receipt${result.state === 'queued' ? '&queued=1' : ''}`, { replace: true })
      return
    }
    // What is refused stands in the outbox; this would be said nowhere.
    if (!here() && result.state === 'unsaved')
      return toasts.show('error', t(`receipt.unsaved.${result.reason}`))
    const found = result.state === 'refused' ? fieldsOf(result.failure) : {}
    // What a field says beside itself is not said twice.
    if (Object.keys(found).length === 0) setOutcome(result)
    fail(found)
  }

  const conflict =
    outcome?.state === 'refused' &&
    outcome.failure.kind === 'refused' &&
    outcome.failure.code === 'VERSION_CONFLICT'
  return (
    <Form form={form} className={css.form} onSubmit={review}>
      <ReceiptFields draft={draft} problems={problems} onChange={change} onPreparing={setPreparing} />
      <FormProblems count={Object.keys(problems).length} />
      {outcome?.state === 'refused' && <FailureNotice failure={outcome.failure} />}
      {onReload && conflict && (
        <Button kind="secondary" icon="rotate" onClick={onReload}>
          {t('receipt.reload')}
        </Button>
      )}
      {outcome?.state === 'unsaved' && (
        <Notice live severity="error" title={t(`receipt.unsaved.${outcome.reason}`)} />
      )}
      {/* With the last of the fields. */}
      <NextFrame>
        <NextFrame>
          <div className={css.submit}>
            <Button wide type="submit" icon="send" busy={preparing}>
              {submitText ?? t('receipt.review')}
            </Button>
            <p className={css.once}>{t('receipt.once')}</p>
          </div>
        </NextFrame>
      </NextFrame>
      {confirming && (
        <ConfirmReceipt
          draft={draft}
          busy={busy}
          onConfirm={() => void send()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Form>
  )
}

function fieldsOf(failure: Failure): Problems<ReceiptField> {
  return { ...refusedFields(failure, receiptFieldNames), ...problemsOfRefusal(failure) }
}
