// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/common/actions.h"
#include "ui/storyboard/project_session.h"
#include "ui/storyboard/shot_card_delegate.h"

class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace manju::ui {

class DropPanel;
class EpisodeList;
class ShotBoard;
class ShotInspector;
class Thumbnails;

/// Episodes at the left, their shots in the centre, one shot at the right, and what can be done with the
/// selected episodes above.
class StoryboardPage : public QWidget {
    Q_OBJECT

public:
    StoryboardPage(ProjectSession& session, Thumbnails& thumbnails, const Actions& actions,
                   QWidget* parent = nullptr);

    /// Something is dragged over the window.
    void setInviting(bool inviting);

    [[nodiscard]] EpisodeList* episodes() const { return episodes_; }
    [[nodiscard]] ShotBoard* board() const { return board_; }
    [[nodiscard]] QSplitter* splitter() const { return splitter_; }
    void setCardSize(CardSize size);
    /// Puts the keyboard's focus where work begins: on the episodes, or on the first button of the empty
    /// page.
    void takeFocus();

Q_SIGNALS:
    void cardSizeChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Wish { Produce, Pause, Resume, Cancel, Retry };

    QWidget* buildBar();
    QToolButton* addButton(QWidget* bar, ActionId id, bool withText);
    void orderTabs();
    void connectActions();
    void showSnapshot();
    void showSelection();
    void updateActions();
    /// The selected episodes for which `wish` makes sense now.
    [[nodiscard]] std::vector<EpisodeId> targets(Wish wish) const;
    void openResult();
    void openFolder();
    void stepCardSize(int by);
    void retranslate();

    ProjectSession& session_;
    const Actions& actions_;
    EpisodeList* episodes_;
    ShotBoard* board_;
    ShotInspector* inspector_;
    DropPanel* drop_;
    QStackedWidget* pages_;
    QSplitter* splitter_;
    QLabel* hint_;
    std::vector<QToolButton*> bar_;  ///< in the order of the keyboard
    std::vector<QToolButton*> sizes_;
    std::vector<EpisodeId> awaited_;  ///< imported, not yet in a snapshot
};

}  // namespace manju::ui
