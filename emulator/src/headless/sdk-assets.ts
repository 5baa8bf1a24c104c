import { compareVersion } from '../compare-version.ts'
import { liffError } from './liff-error.ts'
import { lineVersionOf, osOf, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'

const TEXTS = 'https://liffsdk.line-scdn.net/xlt'

/**
 * Requests the script with the SDK's features for inside LINE, as the SDK does at init. Does not run the
 * script.
 */
export async function loadExtension(phone: Phone): Promise<void> {
  const version = lineVersionOf(phone)
  const old = version !== null && compareVersion(version, '9.19.0') < 0
  const kind = osOf(phone) !== 'ios' ? 'non-ios' : old ? 'ios-918' : 'ios'
  const url = `https://static.line-scdn.net/liff/edge/2/${kind}-extensions_2_22_0.js`
  const response = await phone.fetch(url).catch(() => null)
  if (!response?.ok) throw liffError('INIT_FAILED', 'Unable to load client features.')
}

/**
 * `liff.i18n.setLang`: loads the SDK's translations for a language, or the English ones if it has none. The
 * SDK also does this at init.
 */
export async function loadTexts(phone: Phone, language: string): Promise<void> {
  const get = (file: string) =>
    sdkFetch(phone.fetch, null, `${TEXTS}/${file}`, { headers: { Accept: 'application/json' } })
  const { languages } = (await get('manifest.json')) as {
    readonly languages: Readonly<Record<string, string>>
  }
  const file = languages[language] ?? languages[language.split('-')[0] ?? ''] ?? languages.en
  await get(String(file))
}
