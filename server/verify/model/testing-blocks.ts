import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import type { Side } from './testing-state.ts'
import { callerOf, done, type Step, unchanged } from './testing-world.ts'

const setBlock = (side: Side, isBlocked: boolean): Step => ({
  label: 'people',
  call(world, { buyer }) {
    const { seller, buyers } = world.ids
    const id = side === 'seller' ? buyers[buyer] : seller
    const endpoint = isBlocked ? blockPerson : unblockPerson
    return callerOf(world, side, buyer).call(endpoint, { id: id ?? '' })
  },
  expect({ buyer }, { blocks }) {
    const block = blocks[buyer]
    if (!block || block[side] === isBlocked) return unchanged
    return done(() => {
      block[side] = isBlocked
    })
  },
})

export const blockSteps: Record<string, Step> = {
  'buyer blocks': setBlock('buyer', true),
  'seller blocks': setBlock('seller', true),
  'buyer unblocks': setBlock('buyer', false),
  'seller unblocks': setBlock('seller', false),
}
