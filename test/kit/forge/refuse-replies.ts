import type { connectArea } from './connected-area.ts';

type Connected = Pick<ReturnType<typeof connectArea>, 'line'>;

/** The forge says from now on that only owners may reply to lists. */
export function refuseReplies({ connections }: { readonly connections: readonly Connected[] }): void {
	for (const { line } of connections)
		line.edit = (_what, text) => ({
			text: text.replaceAll(/"(account|subscriber)": ?\[[^\]]*\]/g, '"$1": ["browse"]'),
		});
}
