import { requireKnown } from './command.mjs'
import { npmIn, shippedPackages } from './shipped-packages.mjs'

/**
 * `npm run --silent sbom`: prints the bill of materials of a production install and of the desk (CycloneDX, from `npm sbom`).
 *
 * `npm sbom --omit=dev` is not enough: it also leaves out every package that a development tool shares with
 * production (@line/liff, esbuild and 150 more), and it fails in a production install because the development packages
 * are missing there. So npm gets a copy of the project that has no `devDependencies` except those in the built desk.
 */
requireKnown('npm run sbom', [], 'It has no options.')
const { folder } = shippedPackages()
process.stdout.write(npmIn(folder, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
