import liff from '@line/liff'

/** The visitor's name, for an app that imports the SDK where it needs it. */
export async function whoami(): Promise<string> {
  await liff.init({ liffId: '1234567890-AbCdEfGh' })
  return (await liff.getProfile()).displayName
}
