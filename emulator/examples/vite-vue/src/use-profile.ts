import type { Liff } from '@line/liff'
import { type Ref, ref } from 'vue'

type Profile = { readonly name: Ref<string>; readonly problem: Ref<string> }

/** The name is empty until it has loaded. If the sign-in fails, `problem` contains the error message. */
export function useProfile(liff: Liff): Profile {
  const name = ref('')
  const problem = ref('')

  async function start() {
    await liff.init({ liffId: '1234567890-AbCdEfGh', withLoginOnExternalBrowser: true })
    if (liff.isLoggedIn()) name.value = (await liff.getProfile()).displayName
  }

  start().catch((error: Error) => {
    problem.value = `LINE says: ${error.message}`
  })
  return { name, problem }
}
