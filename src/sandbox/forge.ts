import type { ForgeOptions } from './forge-options.ts';
import { Identity } from './identity/identity.ts';
import { startForge as start } from './start-forge.ts';
import { buildScale } from './world/scale/scale.ts';

/** Starts a whole forge, with the pages on which users sign in. The extension starts one without them. */
export const startForge = (options: ForgeOptions) =>
	start(options, {
		signIn: (context) => new Identity(context),
		buildMore: async (world) => {
			if (options.scale) await buildScale(options.scale, world);
		},
	});

export type Forge = Awaited<ReturnType<typeof startForge>>;
