import { type BotServer, startBotServer } from '#emulator-tests/kit/bot-server.ts'
import { test as base } from '#emulator-tests/kit/liff-test.ts'

export { expect } from '#emulator-tests/kit/liff-test.ts'

/** Gives each test a bot server that receives the webhooks of the host's official account, in the scenario `friend`. */
export const test = base.extend<{ bot: BotServer }>({
  bot: async ({ host }, use) => {
    await host.load('friend')
    const bot = await startBotServer(host)
    host.patch({ messaging: { webhook: bot.url } })
    await use(bot)
    await host.load('friend')
    await bot.close()
  },
})
