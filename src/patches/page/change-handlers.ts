import type { Handlers } from '../../platform/page/requests.ts';
import { netKey } from './parts/net-part.ts';
import type { PatchsetRequests } from './protocol/protocol.ts';
import type { SeriesPage } from './series-page.ts';

/** Handles the requests that change something. */
export function changeHandlers(page: SeriesPage) {
	const { host, key } = page;
	return {
		viewed: async ({ file, isViewed }) => {
			await host.viewed.mark(key, [page.file(file)], isViewed === 'yes');
			return null;
		},
		patchViewed: async ({ patch, isViewed }) => {
			const { content, net } = page.shown();
			const ofPatch = content.patches.find((one) => one.key === patch)?.files ?? [];
			const files = net && patch === netKey ? net.files.map((file) => file.content) : ofPatch;
			await host.viewed.mark(key, files, isViewed === 'yes');
			return null;
		},
		option: ({ name, isOn }) => {
			host.options.set(name, isOn === 'yes');
			return null;
		},
		pickStatus: async () => {
			const patchset = page.patchsetKey();
			if (patchset) await host.pickStatus(patchset);
			return null;
		},
	} satisfies Partial<Handlers<PatchsetRequests>>;
}
