import type * as vscode from 'vscode';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Deactivation } from '../editor/deactivation.ts';
import type { TreeRegistration } from '../view/tree/tree-registration.ts';

/** The window that the extension runs in, for all of its parts. */
export interface ExtensionWindow {
	readonly context: vscode.ExtensionContext;
	/** Ends when the extension has been deactivated. */
	readonly lifetime: Lifetime;
	readonly deactivation: Deactivation;
	readonly log: Log;
	readonly secrets: Secrets;
	/** The tree of a view in the manifest. */
	readonly tree: (view: string) => TreeRegistration;
}
