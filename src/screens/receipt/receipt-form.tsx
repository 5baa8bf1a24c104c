import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '#src/app-context.ts'
import type { Failure } from '#src/ports.ts'
import { latestValue } from '#src/state/resource.ts'
import type { ReceiptDraft, ReceiptsModel, Sent } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { type Problems, refusedFields } from '#src/ui/problems.ts'
import { receiptOnServer } from '#src/ui/receipt-on-server.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { thanksPath } from '#src/ui/write-paths.ts'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import css from './receipt.module.css'
import { ReceiptFields } from './receipt-fields.tsx'
import {
  lostPhotosOf,
  problemsOfRefusal,
  type ReceiptField,
  receiptFieldNames,
  receiptProblems,
  withoutPhotos,
} from './receipt-form-draft.ts'
import { withChange } from './suggest.ts'
import { useReceiptAutosave } from './use-receipt-autosave.ts'
import { useSuggestions } from './use-suggestions.ts'

/** `draftOf` is the id of the receipt to correct, or null for a new one. */
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
  /** Called with true when sending starts and with false when it has finished. */
  readonly onSending?: (sending: boolean) => void
  /** True if the customer has discarded this draft, which must not be saved again. */
  readonly dropped?: () => boolean
  /** Called to replace this draft with the server's newer version of the receipt. */
  readonly onReload?: () => void
}) {
  const { receipts, campaign, toasts } = useApp()
  const { t } = useText()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(start)
  const { form, problems, fail, clear } = useProblems<ReceiptField>()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Extract<Sent, { state: 'refused' | 'unsaved' }> | null>(null)
  /** While true, photos are being processed, and a sent receipt would lack them. */
  const [preparing, setPreparing] = useState(false)
  const isMounted = useIsMounted()
  const autosave = useReceiptAutosave({ draft, start, draftOf, dropped })
  const reading = useSuggestions(draft, setDraft, draftOf === null)

  function change(part: Partial<ReceiptDraft>, fields: readonly ReceiptField[]) {
    // Save photos immediately: the camera needs so much memory that the phone may close the page at any moment.
    if (part.photos) autosave.saveNow(withChange(draft, part))
    setDraft(before => withChange(before, part))
    clear(fields)
  }

  function review() {
    if (preparing) return
    setOutcome(null)
    const found = receiptProblems(draft, {
      activity: latestValue(campaign.current.value),
      now: campaign.serverNow(),
    })
    if (Object.keys(found).length > 0) fail(found)
    else setConfirming(true)
  }

  async function send() {
    setBusy(true)
    onSending?.(true)
    autosave.pause()
    const result = await receipts.send(draft, draftOf)
    setBusy(false)
    onSending?.(false)
    setConfirming(false)
    if (result.state !== 'refused' && result.state !== 'unsaved') {
      if (isMounted()) navigate(thanksPath('receipt', result), { replace: true })
      return
    }
    autosave.resume()
    // A refused job stays visible in the outbox, but an unsaved one does not, so show a toast if the form has closed.
    if (!isMounted() && result.state === 'unsaved') return toasts.show('error', t('receipt.unsaved'))
    const found = result.state === 'refused' ? fieldsOf(result.failure) : {}
    // Errors that are shown next to a field are not repeated in a notice.
    if (Object.keys(found).length === 0) setOutcome(result)
    fail(found)
    setDraft(await afterRefusal(receipts, draft, result))
  }

  const conflict =
    outcome?.state === 'refused' &&
    outcome.failure.kind === 'refused' &&
    outcome.failure.code === 'VERSION_CONFLICT'
  return (
    <Form form={form} onSubmit={review}>
      <ReceiptFields
        draft={draft}
        problems={problems}
        onChange={change}
        onPreparing={setPreparing}
        reading={reading}
      />
      <FormProblems count={Object.keys(problems).length} />
      {outcome?.state === 'refused' &&
        (receiptOnServer(outcome.failure) === null ? (
          <FailureNotice failure={outcome.failure} />
        ) : (
          <Notice live severity="warning" title={t('error.RECEIPT_EXISTS')}>
            <p>{t('receipt.exists')}</p>
          </Notice>
        ))}
      {onReload && conflict && (
        <Button kind="secondary" icon="rotate" onClick={onReload}>
          {t('receipt.reload')}
        </Button>
      )}
      {outcome?.state === 'unsaved' && <Notice live severity="error" title={t('receipt.unsaved')} />}
      {/* Render the button two frames later, in the same frame as the last fields. */}
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

/** Updates the refused draft, so that sending it again corrects the server's receipt. */
async function afterRefusal(
  receipts: Pick<ReceiptsModel, 'lostPhotos'>,
  draft: ReceiptDraft,
  result: Extract<Sent, { state: 'refused' | 'unsaved' }>,
): Promise<(before: ReceiptDraft) => ReceiptDraft> {
  if (result.state === 'unsaved') return before => before
  const version = receiptOnServer(result.failure)?.version
  const lost = await lostPhotosOf(receipts, draft, result.failure)
  return before => withoutPhotos({ ...before, version: version ?? before.version }, lost)
}
