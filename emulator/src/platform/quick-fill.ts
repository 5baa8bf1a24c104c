import { ownEntry } from '../own-entry.ts'
import { quickFillPage } from '../pages/quick-fill.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import {
  COMMON_PROFILE_ENTRIES,
  type CommonProfile,
  entriesOf,
  permittedEntries,
} from '../scenario/common-profile.ts'
import { currentUser, tokenScopes } from '../world/selectors.ts'
import { tokenProblem } from './access.ts'
import type { LineCall } from './route.ts'
import { type Answer, cancelled, submit } from './sub-app-answer.ts'

/** Returned by `liff.$commonProfile.getDummy()`. LINE's own test data is not published. */
const DUMMY: CommonProfile = {
  'family-name': '山田',
  'given-name': '花子',
  'family-name-kana': 'ヤマダ',
  'given-name-kana': 'ハナコ',
  'sex-enum': 1,
  'bday-year': 1990,
  'bday-month': 4,
  'bday-day': 1,
  tel: '09012345678',
  email: 'hanako@example.com',
  'postal-code': '1000001',
  'address-level1': '東京都',
  'address-level2': '千代田区',
  'address-level3': '千代田1-1',
  'address-level4': '101',
}

type AppData = { readonly scopes: readonly unknown[]; readonly token: string | null }

/** The plugin's `get()` passes `lineProfileToken` to LINE's app; `getDummy()` does not. */
function appDataOf(value: unknown): AppData {
  const { scopes, lineProfileToken } = Object(value) as Record<string, unknown>
  return {
    scopes: Array.isArray(scopes) ? scopes : [],
    token: typeof lineProfileToken === 'string' ? lineProfileToken : null,
  }
}

function permittedBy(call: LineCall, token: string): readonly string[] | { readonly message: string } {
  const message = tokenProblem(call, token)
  if (message !== null) return { message }
  const { scenario, accessTokens } = call.line.world()
  const permitted = permittedEntries(tokenScopes(scenario, ownEntry(accessTokens, token)?.scopes ?? []))
  return permitted.length > 0 ? permitted : { message: 'The app may not read the common profile' }
}

export const quickFill: Answer = async (call, _, form, appData) => {
  const { line, url } = call
  const { scenario } = line.world()
  const { scopes, token } = appDataOf(appData)
  const permitted = token === null ? COMMON_PROFILE_ENTRIES : permittedBy(call, token)
  if ('message' in permitted) return submit({ error: permitted })
  const wanted = scopes.length === 0 ? permitted : permitted.filter(entry => scopes.includes(entry))
  const profile = entriesOf(token === null ? DUMMY : currentUser(scenario).commonProfile, wanted)
  const isEmpty = Object.keys(profile).length === 0
  const said = form?.get('answer') ?? scenario.screens.quickFill
  if (said === 'cancel' || (said === 'fill' && isEmpty)) return cancelled
  if (said === 'fill') return submit({ profile })
  return { page: quickFillPage(textsFor(scenario), profile, url.href) }
}
