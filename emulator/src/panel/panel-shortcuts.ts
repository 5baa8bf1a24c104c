import { MAIN_SCENARIOS } from './controls/scenarios.tsx'
import type { AppLaunch } from './phone/use-app-launch.ts'
import type { Frame } from './phone/use-frame.ts'
import type { Shortcuts } from './state/shortcuts.ts'

type Actions = {
  readonly frame: Frame
  readonly launch: AppLaunch
  readonly offline: boolean
  readonly focusControl: (selector: string) => void
  readonly kill: (() => void) | undefined
  readonly toggleSecondPhone: () => void
  readonly newPhone: () => void
  readonly clearTimeline: () => void
  readonly nextTheme: () => void
  readonly showHelp: () => void
}

/** When you change the shortcuts, update the list in `help.tsx` as well. */
export function panelShortcuts(actions: Actions): Shortcuts {
  const { frame, launch, offline, kill, focusControl } = actions
  return {
    ...Object.fromEntries(MAIN_SCENARIOS.map((name, index) => [`${index + 1}`, () => launch.load(name)])),
    '/': () => focusControl('[data-shortcut="/"]'),
    p: () => focusControl('[data-shortcut="p"]'),
    f: () => focusControl('[data-shortcut="f"]'),
    '.': () => focusControl('[data-shortcut="."]'),
    s: actions.toggleSecondPhone,
    o: () => frame.open(),
    r: frame.reload,
    c: frame.close,
    k: () => kill?.(),
    x: () => launch.patch({ network: { kind: offline ? 'online' : 'offline' } }),
    n: actions.newPhone,
    z: launch.reset,
    l: actions.clearTimeline,
    t: actions.nextTheme,
    '?': actions.showHelp,
  }
}
