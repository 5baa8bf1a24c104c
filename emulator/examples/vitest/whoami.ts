import liff from '@line/liff'

/** Unlike `greeting`, this function imports the SDK itself. */
export async function whoami(): Promise<string> {
  await liff.init({ liffId: '1234567890-AbCdEfGh' })
  return (await liff.getProfile()).displayName
}
