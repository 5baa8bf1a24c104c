import type { WebhookTest } from '../api/types.ts'
import type { WebhookTexts } from '../texts/en/webhooks.ts'

/** Returns why a webhook was not delivered: LINE's reason, plus the status or error. */
export function reasonText(
  { reason, detail }: Pick<WebhookTest, 'reason' | 'detail'>,
  { reasons }: WebhookTexts,
): string {
  const known = (reasons as Readonly<Record<string, string | undefined>>)[reason] ?? reason
  return detail === '' ? known : `${known}: ${detail}`
}
