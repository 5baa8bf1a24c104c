import type { CampaignConfig } from '#src/ports.ts'

/** Reads the campaign's LINE ids from the document's meta elements, so that one build can serve any campaign. */
export function readConfig(from: ParentNode = document): CampaignConfig {
  return { liffId: meta(from, 'campaign-liff-id'), oaId: meta(from, 'campaign-oa-id') }
}

function meta(from: ParentNode, name: string): string {
  const content = from.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  if (content === '') throw new Error(`index.html has no ${name}`)
  return content
}
