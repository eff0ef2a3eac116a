/** What the commands work with. Each takes from it what it needs; nothing else is handed around. */
export interface Workbench {
	readonly channel: { show(): void };
}

/** Every command of the manifest and what it does; heavier ones load their file in here, on first use. */
export function commandTable({ channel }: Workbench): Record<string, () => unknown> {
	return {
		'tildeforge.showLog': () => channel.show(),
	};
}
