import { Scene } from './scene.tsx'

/** Illustration of the can lying on its side. */
export const Asleep = () => <Scene asleep />
