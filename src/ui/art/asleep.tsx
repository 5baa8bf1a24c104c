import { Scene } from './scene.tsx'

export const Asleep = () => <Scene asleep />
