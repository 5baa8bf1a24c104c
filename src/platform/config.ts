import type { CampaignConfig } from '#src/ports.ts'

/** Where this campaign lives in LINE, from the document's own meta elements: one build serves any campaign. */
export function readConfig(from: ParentNode = document): CampaignConfig {
  return { liffId: meta(from, 'campaign-liff-id'), oaId: meta(from, 'campaign-oa-id') }
}

function meta(from: ParentNode, name: string): string {
  const content = from.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  if (content === '') throw new Error(`index.html has no ${name}`)
  return content
}
