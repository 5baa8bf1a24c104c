import { noticesFor } from '../pages/notices/notices-for.ts'
import { badRequestPage } from '../pages/problem.ts'
import { mayOpen, rolesToOpen } from '../scenario/channel-roles.ts'
import type { App, User } from '../scenario/schema.ts'
import type { LineCall } from './route.ts'

/** Returns LINE's error page if the user's role may not open the app's internal channel. */
export function channelRefusal({ line, request }: LineCall, app: App, user: User): Response | null {
  const { scenario } = line.world()
  if (app.miniApp === null || mayOpen(scenario, app, user.userId)) return null
  const roles = (rolesToOpen(app) ?? []).join(', ')
  const texts = noticesFor(request)
  return badRequestPage(texts, texts.channelRoles(user.displayName, app.miniApp.channel, roles))
}
