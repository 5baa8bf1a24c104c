import { roleOf } from '../../scenario/channel-roles.ts'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { MiniAppTexts } from '../texts/en/mini-app.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { optionsOf } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { ChoiceKnob, OptionsKnob } from './knob.tsx'
import type { KnobsProps } from './knobs.tsx'

type App = Scenario['apps'][number]
type MiniApp = NonNullable<App['miniApp']>

/** Defaults for an app that is changed to a MINI App. */
const NEW_MINI_APP: MiniApp = {
  channel: 'published',
  liffIds: {},
  verified: true,
  region: 'JP',
  roles: null,
  consentSimplification: false,
  customPath: null,
}

function kindOf({ miniApp }: Pick<App, 'miniApp'>): keyof MiniAppTexts['kinds'] {
  if (miniApp === null) return 'liff'
  return miniApp.verified ? 'verified' : 'unverified'
}

/** Returns a short description, such as `Verified · Developing`. */
export function miniAppText({ apps: [app] }: Scenario, { miniApp: texts }: PanelTexts): string {
  if (!app?.miniApp) return texts.kinds.liff.label
  return `${texts.kinds[kindOf(app)].label} · ${texts.channels[app.miniApp.channel].label}`
}

export function MiniAppKnobs({ scenario, onPatch }: KnobsProps) {
  const { controls, miniApp: texts } = useTexts()
  const { apps, user } = scenario
  const [app, ...others] = apps
  if (app === undefined) return null
  const { miniApp } = app
  const patchApp = (change: Partial<App>) => onPatch({ apps: [{ ...app, ...change }, ...others] })
  const change = (fields: Partial<MiniApp>) =>
    patchApp({ miniApp: { ...(miniApp ?? NEW_MINI_APP), ...fields } })
  return (
    <>
      <Segmented
        label={controls.settings.appKind.name}
        setting="appKind"
        options={optionsOf(texts.kinds)}
        value={kindOf(app)}
        onChange={kind =>
          kind === 'liff' ? patchApp({ miniApp: null }) : change({ verified: kind === 'verified' })
        }
      />
      {miniApp !== null && (
        <>
          <Segmented
            label={controls.settings.internalChannel.name}
            setting="internalChannel"
            options={optionsOf(texts.channels)}
            value={miniApp.channel}
            onChange={channel => change({ channel })}
          />
          <ChoiceKnob
            setting="channelRole"
            choices={optionsOf(texts.roles)}
            value={roleOf(scenario, app, user) ?? 'none'}
            onChange={role => change({ roles: rolesWith(scenario, app, role) })}
          />
          <OptionsKnob
            setting="simplification"
            texts={texts.simplification}
            value={miniApp.consentSimplification ? 'on' : 'off'}
            onChange={value =>
              patchApp({
                miniApp: { ...miniApp, consentSimplification: value === 'on' },
                // LINE adds the scope when a developer turns on consent simplification.
                scopes:
                  value === 'on' && !app.scopes.includes('openid') ? [...app.scopes, 'openid'] : app.scopes,
              })
            }
          />
          <OptionsKnob
            setting="region"
            texts={texts.regions}
            value={miniApp.region}
            onChange={region => change({ region })}
          />
        </>
      )}
    </>
  )
}

/** Gives the current user a different role on the app's channel. */
function rolesWith(scenario: Scenario, app: App, role: keyof MiniAppTexts['roles']): MiniApp['roles'] {
  const { user, users } = scenario
  const known = users.flatMap(({ userId }) => {
    const its = userId === user ? role : (roleOf(scenario, app, userId) ?? 'none')
    return its === 'none' ? [] : [[userId, its] as const]
  })
  return Object.fromEntries(known)
}
