import { requireKnown } from './command.mjs'
import { npmIn, shippedPackages } from './shipped-packages.mjs'

/**
 * `npm run --silent sbom`: prints the bill of materials (CycloneDX) of a production install and of the desk.
 *
 * `npm sbom --omit=dev` also omits every package that a development tool shares with production (@line/liff, esbuild
 * and 150 more), and it fails in a production install, which lacks the development packages. Therefore, npm runs on a
 * copy of the project whose `devDependencies` contain only the packages built into the desk.
 */
requireKnown('npm run sbom', [], 'It has no options.')
const { folder } = shippedPackages()
process.stdout.write(npmIn(folder, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
