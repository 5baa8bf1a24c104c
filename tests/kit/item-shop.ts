import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { freePort } from '#emulator/playwright/back-end.ts'
import { DEFAULT_APP } from '#emulator/scenario/defaults.ts'
import { mergePatch } from '#emulator/scenario/merge.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'
import { bundleSdk } from '#emulator-tests/conformance/sdk-bundle.ts'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

export type ItemShop = Awaited<ReturnType<typeof startItemShop>>

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/**
 * Starts a MINI App that sells items, with the unmodified SDK 2.31.0 and its own server under `liff-emulator exec`. The
 * emulated LINE offers the same items for sale.
 */
export async function startItemShop() {
  const [port, emulatorPort, folder, sdk] = await Promise.all([
    freePort(),
    freePort(),
    mkdtemp(join(tmpdir(), 'shop-')),
    bundleSdk('2.31.0'),
  ])
  const appUrl = `http://localhost:${port}`
  const url = `http://localhost:${emulatorPort}`
  const sale = { webhook: `${appUrl}/purchases`, productIds: ['gem', 'coin'] }
  const scenario = mergePatch(resolveScenario('friend', {}), {
    apps: [{ ...DEFAULT_APP, channelSecret: 'secret of the shop', inAppPurchase: sale }],
    environment: { lineVersion: '15.6.0' },
    device: { products: { gem: '฿49.00', coin: '¥120' } },
  })
  const [sdkFile, scenarioFile] = [join(folder, 'sdk.js'), join(folder, 'shop.json')]
  await Promise.all([writeFile(sdkFile, sdk), writeFile(scenarioFile, JSON.stringify(scenario))])
  const emulator = ['exec', appUrl, '--port', String(emulatorPort), '--scenario', scenarioFile, '--']
  const child = spawn(
    process.execPath,
    [
      path('emulator/bin/liff-emulator.js'),
      ...emulator,
      process.execPath,
      path('tests/fixtures/item-shop.mjs'),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: String(port), SHOP_SDK: sdkFile, SHOP_LIFF_ID: DEFAULT_APP.liffId },
    },
  )
  /** Calls the emulator's REST control API and returns the response's status and body. */
  const control = async (method: string, name: string, body?: object) => {
    const response = await fetch(`${url}/__emulator/api/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const server = async (name: string): Promise<unknown> => (await fetch(`${appUrl}${name}`)).json()
  while ((await fetch(`${url}/orders`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('The shop has ended')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    url,
    control,
    server,
    async reset() {
      expect((await control('POST', 'reset', {})).status).toBe(200)
      await server('/forget')
    },
    /** Sets whether LINE sends, holds back or loses the webhooks of payments from now on. */
    async deliverWebhooks(webhookDelivery: 'send' | 'hold' | 'lose') {
      const { body } = await control('GET', 'state')
      const { apps } = body as { readonly apps: readonly object[] }
      const changed = apps.map(app => mergePatch(app, { inAppPurchase: { webhookDelivery } }))
      await control('PATCH', 'state', { apps: changed })
    },
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
