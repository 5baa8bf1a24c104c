import { assertNever } from '../assert-never.ts'
import { noticesFor } from '../pages/notices/notices-for.ts'
import { donePage } from '../pages/picker.ts'
import { problemPage } from '../pages/problem.ts'
import { paymentPage, purchaseTermsPage, scannerPage } from '../pages/sub-apps.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import type { ScreenTexts } from '../pages/texts/th.ts'
import { formOf } from './body.ts'
import { getAndPost, type LineCall } from './route.ts'

/** These screens are not web pages in LINE, so their URLs have a made-up host. */
const NATIVE_SCREENS = ['payment', 'purchase-terms', 'scanner'] as const
export type NativeScreen = (typeof NATIVE_SCREENS)[number]

const NATIVE_HOST = 'native.line.me'

export function nativeScreenUrl(
  screen: NativeScreen,
  id: string,
  about: Record<string, string> = {},
): string {
  return `https://${NATIVE_HOST}/${screen}?${new URLSearchParams({ ...about, id })}`
}

function screenPage(texts: ScreenTexts, screen: NativeScreen, { searchParams, href }: URL): Response {
  switch (screen) {
    case 'payment': {
      const [productId = '', orderId = '', price = ''] = ['productId', 'orderId', 'price'].map(
        name => searchParams.get(name) ?? '',
      )
      return paymentPage(texts, { productId, orderId, price }, href)
    }
    case 'purchase-terms':
      return purchaseTermsPage(texts, href)
    case 'scanner':
      return scannerPage(texts, href)
    default:
      return assertNever(screen)
  }
}

async function native(call: LineCall): Promise<Response> {
  const { line, url, params, request } = call
  const screen = NATIVE_SCREENS.find(name => name === params.screen)
  const id = url.searchParams.get('id') ?? ''
  if (screen === undefined || !(id in line.world().questions)) {
    const notices = noticesFor(request)
    return problemPage({ texts: notices, status: 404, title: notices.notFound, detail: notices.noScreen })
  }
  const texts = textsFor(line.world().scenario)
  if (request.method === 'GET') return screenPage(texts, screen, url)
  const form = await formOf(request)
  const answer = form.get('answer') ?? form.get('value') ?? 'cancel'
  line.dispatch({ type: 'question', id, answer: { said: answer, value: form.get('value') ?? '' } })
  return donePage(texts)
}

export const NATIVE_ROUTES = getAndPost({ host: NATIVE_HOST, path: '/:screen', handler: native })
