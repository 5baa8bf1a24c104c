import { Scene } from './scene.tsx'

/** The can, fallen over. */
export const Asleep = () => <Scene asleep />
