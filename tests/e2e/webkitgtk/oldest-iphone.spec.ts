import { expect, webkitTest } from '#tests/kit/fault-e2e.ts'
import { tooOldLines } from '../../../build/too-old.ts'

webkitTest(
  'a browser older than the oldest supported Safari shows a text, and no script of the app starts',
  { tag: '@core' },
  async ({ webkit, campaign }) => {
    campaign.phoneOf(await campaign.visitor(), 'worker')
    const { page, context } = webkit
    const visits = () => campaign.origin.of('POST', '/api/visit').length
    // Includes the visits of earlier tests.
    const before = visits()
    await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'at'))
    await webkit.visit(page, campaign.origin.url)
    for (const line of tooOldLines) await expect(page.getByText(line)).toBeVisible()
    const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
    await expect.poll(() => page.evaluate(isPainted)).toBe(true)
    await expect(page.locator('#root')).toHaveCount(0)
    expect(visits()).toBe(before)
  },
)
