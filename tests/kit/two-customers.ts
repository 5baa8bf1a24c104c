import { type AppPage, customerPhone, type Phone } from './customer-phone.ts'

/** Creates a phone that two customers share: `a` is the scenario's LINE user, and `b` is the LINE user `userB`. */
export async function twoCustomers() {
  const phone = await customerPhone('friend')
  const { user, users } = phone.headless.scenario()
  const userB = users.find(({ userId }) => userId !== user)?.userId ?? ''
  const a = await phone.register()
  const b = await phone.register(userB, '0898765432')
  return { phone, a, b, userB }
}

/**
 * Runs the page's timers until the server has received no call for a while. The timers stand still while a call is in
 * progress.
 */
export async function quiet(phone: Phone, page: AppPage): Promise<void> {
  for (let still = 0, before = phone.delivered.length; still < 20; still += 1) {
    if (!phone.busy()) page.pass(1000)
    await new Promise(resolve => setTimeout(resolve, 2))
    if (phone.busy() || phone.delivered.length > before) still = 0
    before = phone.delivered.length
  }
}
