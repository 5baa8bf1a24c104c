import type { Failure } from '#src/ports.ts'
import type { CampaignModel } from '#src/state/types.ts'

/** Consent to the old versions would be rejected again. Returns the failure, or null on success. */
export async function loadNewTexts({ current, load }: CampaignModel): Promise<Failure | null> {
  await load()
  const loaded = current.peek()
  return loaded.state === 'failed' ? loaded.failure : null
}
