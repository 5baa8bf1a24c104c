import type { LineClaims, Ports } from '#src/ports.ts'
import { parseLaunch } from '#src/startup/launch.ts'
import type { StartupCache } from '#src/startup/startup-cache.ts'
import type { Facts } from '#src/startup/types.ts'

export function factsOf({ clock, config, line, navigation }: Ports, cache: StartupCache): Facts {
  const claims = line.unverifiedClaims()
  return {
    launch: parseLaunch(navigation.path(), navigation.search(), navigation.hash()),
    earlyClaims: claims && earlyClaimsOf(claims),
    canInitLineEarly: claims !== null || !line.inClientHint(),
    cached: cache.identity(),
    verdict: cache.verdict(),
    guards: cache.guards(clock.now()),
    liffId: config.liffId,
    oaId: config.oaId,
    origin: navigation.origin(),
  }
}

/** Null if the claims do not contain a name. Startup must then load the profile from LINE. */
const earlyClaimsOf = ({ sub, name, picture, exp }: LineClaims): Facts['earlyClaims'] =>
  name === null ? null : { profile: { userId: sub, displayName: name, pictureUrl: picture }, exp }
