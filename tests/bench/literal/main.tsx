import liff from '@line/liff'
import { createRoot } from 'react-dom/client'
import { Home, type Shown } from './home.tsx'

/**
 * The specification's startup done word for word: one step after the other, each with the call it names, on the whole
 * SDK, with nothing kept from the last visit. What the app is measured beside; no customer ever sees it.
 */
const LIFF_ID = '2000000001-Campaign'
const rootElement = document.getElementById('root')
if (rootElement === null) throw new Error('no #root')
const root = createRoot(rootElement)
let token: string | null = null

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

async function login(form: Record<string, string>): Promise<{ customerId: string; accessToken: string }> {
  const response = await fetch('/api/authorization/login', {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return response.json()
}

async function start(): Promise<Shown | null> {
  const activity = await call<{ endPlatform: boolean; pendingPlatform: boolean }>(
    'GET',
    '/api/master/activity',
  )
  if (activity.endPlatform || activity.pendingPlatform) return null
  await liff.init({ liffId: LIFF_ID })
  if (!liff.isInClient() || !liff.isLoggedIn()) return null
  if ((liff.getDecodedIDToken()?.exp ?? 0) * 1000 <= Date.now()) return null
  if (!(await liff.getFriendship()).friendFlag) return null
  const profile = await liff.getProfile()
  const session = await login({ lineUserId: profile.userId, idToken: liff.getIDToken() ?? '' })
  token = session.accessToken
  const { customerId } = session
  const { userId: lineUserId, displayName: lineDisplayName, pictureUrl: linePictureUrl = null } = profile
  await call('POST', '/api/customer', { lineUserId, lineDisplayName, linePictureUrl })
  const customer = await call<Shown['customer']>('GET', '/api/customer')
  await call('POST', '/api/logstate', { customerId, state: '', os: 'android' })
  await call('POST', '/api/logpageview', { customerId, path: '/' })
  const reward = await call<Shown['reward']>('GET', '/api/reward')
  const receipts = await call<Shown['receipts']>('GET', '/api/receipt/customerHistory')
  return { customer, reward, receipts }
}

root.render(<p>กำลังโหลด...</p>)
const shown = await start()
if (shown !== null) root.render(<Home {...shown} />)
