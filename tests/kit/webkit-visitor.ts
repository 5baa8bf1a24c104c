import type { FaultCampaign } from './fault-campaign.ts'
import { expect, home, openUrl } from './fault-e2e.ts'
import type { WebKitPhone } from './webkit-phone.ts'

/** Opens the home screen in WebKitGTK as a new customer. `loads` returns how many documents have loaded since then. */
export async function openAsVisitor(webkit: WebKitPhone, campaign: FaultCampaign) {
  const who = await campaign.visitor()
  campaign.phoneOf(who, 'no-worker')
  const { page } = webkit
  const open = async () => {
    await webkit.visit(page, openUrl(campaign, 'no-worker'))
    await expect(home(page)).toBeVisible()
  }
  await open()
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return { who, page, open, loads: () => loads }
}
