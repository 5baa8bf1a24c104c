/** The six regions of Thailand, from north to south. */
export const regionNames = ['north', 'northeast', 'central', 'east', 'west', 'south'] as const
export type RegionName = (typeof regionNames)[number]
