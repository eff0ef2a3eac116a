import type { ItemName } from './item-name.ts';

/** An item that belongs to a folder of the workspace. */
export interface ProjectItem extends ItemName {
	/** The name of the forge. */
	readonly instance: string;
}

/** The items of the workspace's projects that a view shows. */
export interface ProjectItems {
	readonly all: readonly ProjectItem[];
	/** Resolves when the projects are known, or when that takes too long. */
	ready(): Promise<void>;
}
