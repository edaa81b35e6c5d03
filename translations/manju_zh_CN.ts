<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Action</name>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Import scripts…</source>
        <translation>导入剧本…</translation>
    </message>
    <message>
        <source>Try the sample story</source>
        <translation>试试示例故事</translation>
    </message>
    <message>
        <source>Use the demo model</source>
        <translation>使用演示模型</translation>
    </message>
    <message>
        <source>Choose a checkpoint file…</source>
        <translation>选择模型文件…</translation>
    </message>
    <message>
        <source>Choose a checkpoint folder…</source>
        <translation>选择模型文件夹…</translation>
    </message>
    <message>
        <source>Choose a cast file…</source>
        <translation>选择角色表…</translation>
    </message>
    <message>
        <source>Choose a preset file…</source>
        <translation>选择预设文件…</translation>
    </message>
    <message>
        <source>Choose a folder for finished videos…</source>
        <translation>选择成片存放的文件夹…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Produce</source>
        <translation>开始制作</translation>
    </message>
    <message>
        <source>Produce all that is not done</source>
        <translation>制作所有未完成的剧集</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open result</source>
        <translation>打开成片</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开所在文件夹</translation>
    </message>
    <message>
        <source>Filter episodes</source>
        <translation>筛选剧集</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>Smaller pictures</source>
        <translation>缩小画面</translation>
    </message>
    <message>
        <source>Larger pictures</source>
        <translation>放大画面</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Storyboard</source>
        <translation>分镜</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Manju Studio</source>
        <translation>关于 Manju Studio</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>“%1” is a picture. A story script is a text file (%2).</source>
        <translation>“%1”是图片。剧本应为文本文件（%2）。</translation>
    </message>
    <message>
        <source>“%1” is a sound or a video. A story script is a text file (%2).</source>
        <translation>“%1”是音频或视频。剧本应为文本文件（%2）。</translation>
    </message>
    <message>
        <source>“%1” is a model. Choose it with the Checkpoint button instead.</source>
        <translation>“%1”是模型文件，请用“模型”按钮来选择它。</translation>
    </message>
    <message>
        <source>“%1” is a settings file. Choose it with the Cast or the Preset button instead.</source>
        <translation>“%1”是设置文件，请用“角色表”或“预设”按钮来选择它。</translation>
    </message>
    <message>
        <source>“%1” is not a story script. A story script is a text file (%2).</source>
        <translation>“%1”不是剧本。剧本应为文本文件（%2）。</translation>
    </message>
    <message>
        <source>“%1” is not a file on this computer. Save it here first.</source>
        <translation>“%1”不在这台电脑上，请先保存到本机。</translation>
    </message>
    <message>
        <source>“%1” is a folder. Drop the script files inside it.</source>
        <translation>“%1”是文件夹，请拖入其中的剧本文件。</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>estimating…</source>
        <translation>正在估算…</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约需 %1</translation>
    </message>
    <message>
        <source>%1–%2 min left</source>
        <translation>还需 %1–%2 分钟</translation>
    </message>
    <message>
        <source>%1 – %2 left</source>
        <translation>还需 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the names of a list</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Generating</source>
        <translation>生成中</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>待审</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已通过</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Changed since</source>
        <translation>已改动</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>制作中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>manju::ui::DropPanel</name>
    <message>
        <source>Opening the project…</source>
        <translation>正在打开项目…</translation>
    </message>
    <message>
        <source>Drop a story script here</source>
        <translation>把剧本拖到这里</translation>
    </message>
    <message>
        <source>Text files (%1), as many as you like. Each becomes one or more episodes of shots; nothing is produced until you press Produce.</source>
        <translation>支持文本文件（%1），可一次拖入多个。每个剧本会拆成一集或多集分镜，按下“开始制作”之前不会生成任何内容。</translation>
    </message>
    <message>
        <source>Open scripts…</source>
        <translation>打开剧本…</translation>
    </message>
    <message>
        <source>Try the sample story</source>
        <translation>试试示例故事</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>打开项目…</translation>
    </message>
</context>
<context>
    <name>manju::ui::EpisodeList</name>
    <message numerus="yes">
        <source>%n episode(s)</source>
        <translation>
            <numerusform>共 %n 集</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter by title or file</source>
        <translation>按标题或文件名筛选</translation>
    </message>
    <message>
        <source>Filter episodes</source>
        <translation>筛选剧集</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>剧集</translation>
    </message>
</context>
<context>
    <name>manju::ui::EpisodeModel</name>
    <message>
        <source>%1, %2, %3 of %4 shots</source>
        <translation>%1，%2，已完成 %3 镜，共 %4 镜</translation>
    </message>
</context>
<context>
    <name>manju::ui::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Episode</source>
        <translation>剧集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>查看(&amp;V)</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>About Manju Studio</source>
        <translation>关于 Manju Studio</translation>
    </message>
    <message>
        <source>Manju Studio %1
Story scripts to finished vertical videos, on your own machine.
Licence: GPL-3.0-or-later</source>
        <translation>Manju Studio %1
在自己的电脑上，把剧本变成竖屏成片。
许可协议：GPL-3.0-or-later</translation>
    </message>
    <message>
        <source>%1 — Manju Studio</source>
        <translation>%1 — Manju Studio</translation>
    </message>
    <message>
        <source>Manju Studio</source>
        <translation>Manju Studio</translation>
    </message>
    <message>
        <source>Only files can be dropped here. Save the text as a file first.</source>
        <translation>这里只能拖入文件，请先把文字存成文件。</translation>
    </message>
</context>
<context>
    <name>manju::ui::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Close notice</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>manju::ui::ProjectDialogs</name>
    <message>
        <source>New project: choose or make an empty folder</source>
        <translation>新建项目：选择或新建一个空文件夹</translation>
    </message>
    <message>
        <source>Open a project folder</source>
        <translation>打开项目文件夹</translation>
    </message>
    <message>
        <source>Import story scripts</source>
        <translation>导入剧本</translation>
    </message>
    <message>
        <source>Story scripts (%1)</source>
        <translation>剧本 (%1)</translation>
    </message>
    <message>
        <source>Choose a checkpoint</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>模型 (*.safetensors)</translation>
    </message>
    <message>
        <source>Choose a checkpoint folder</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>Choose a cast file</source>
        <translation>选择角色表</translation>
    </message>
    <message>
        <source>Cast files (*.json)</source>
        <translation>角色表 (*.json)</translation>
    </message>
    <message>
        <source>Choose a preset file</source>
        <translation>选择预设文件</translation>
    </message>
    <message>
        <source>Preset files (*.json)</source>
        <translation>预设文件 (*.json)</translation>
    </message>
    <message>
        <source>Choose a folder for finished videos</source>
        <translation>选择成片存放的文件夹</translation>
    </message>
</context>
<context>
    <name>manju::ui::ProjectSession</name>
    <message numerus="yes">
        <source>%n episode(s) had been imported before; shown again.</source>
        <translation>
            <numerusform>%n 集此前已导入，现已重新显示。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n episode(s) imported as draft.</source>
        <translation>
            <numerusform>已导入 %n 集，状态为草稿。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message numerus="yes">
        <source>%n more had been imported before.</source>
        <translation>
            <numerusform>另有 %n 集此前已导入。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>manju::ui::SetupBar</name>
    <message>
        <source>No project open</source>
        <translation>未打开项目</translation>
    </message>
    <message>
        <source>Drop a script, or open a project</source>
        <translation>拖入剧本，或打开一个项目</translation>
    </message>
    <message>
        <source>Choose a checkpoint</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Checkpoint: demo model</source>
        <translation>模型：演示模型</translation>
    </message>
    <message>
        <source>Checkpoint: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Cast: none</source>
        <translation>角色表：未选</translation>
    </message>
    <message>
        <source>Cast: %1</source>
        <translation>角色表：%1</translation>
    </message>
    <message>
        <source>Preset: standard</source>
        <translation>预设：标准</translation>
    </message>
    <message>
        <source>Preset: %1</source>
        <translation>预设：%1</translation>
    </message>
    <message>
        <source>Copies: none</source>
        <translation>另存到：无</translation>
    </message>
    <message>
        <source>Copies: %1</source>
        <translation>另存到：%1</translation>
    </message>
    <message>
        <source>Finished videos stay in the project folder only</source>
        <translation>成片只保存在项目文件夹中</translation>
    </message>
</context>
<context>
    <name>manju::ui::ShortcutDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>manju::ui::ShotBoard</name>
    <message>
        <source>Shots as pictures</source>
        <translation>分镜画面</translation>
    </message>
    <message>
        <source>Shots as table</source>
        <translation>分镜表格</translation>
    </message>
</context>
<context>
    <name>manju::ui::ShotInspector</name>
    <message>
        <source>Narration</source>
        <translation>旁白</translation>
    </message>
    <message>
        <source>Dialogue</source>
        <translation>对白</translation>
    </message>
    <message>
        <source>Inner voice</source>
        <translation>内心独白</translation>
    </message>
    <message>
        <source>Text in the picture</source>
        <translation>画面文字</translation>
    </message>
    <message>
        <source>Choose a shot to see its text and picture.</source>
        <translation>选择一个分镜，查看它的文字和画面。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Length of speech</source>
        <translation>语音时长</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Details of the shot</source>
        <translation>分镜详情</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Shot %1</source>
        <translation>第 %1 镜</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>还没有画面</translation>
    </message>
    <message>
        <source>Picture of shot %1</source>
        <translation>第 %1 镜的画面</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>speaker (kind of line)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Code of the problem</source>
        <translation>问题代码</translation>
    </message>
</context>
<context>
    <name>manju::ui::ShotModel</name>
    <message>
        <source>%1: %2</source>
        <comment>speaker: text</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Shot %1, %2. %3</source>
        <translation>第 %1 镜，%2。%3</translation>
    </message>
    <message>
        <source>#</source>
        <translation>镜号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>First line</source>
        <translation>首句</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Speech</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1 %2/%3</source>
        <comment>stage, step of steps</comment>
        <translation>%1 %2/%3</translation>
    </message>
</context>
<context>
    <name>manju::ui::StatusStrip</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n 集正在制作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 集等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation>
            <numerusform>%n 集待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>NOT SAVED: the disk is full</source>
        <translation>未保存：磁盘已满</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Nothing to save yet</source>
        <translation>暂无需要保存的内容</translation>
    </message>
    <message>
        <source>Saved %1 · rev %2</source>
        <translation>已保存 %1 · 修订 %2</translation>
    </message>
    <message>
        <source>%1 of %2 workers busy</source>
        <translation>工作进程 %1/%2 忙</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩余空间 %1</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>图像 %1</translation>
    </message>
    <message>
        <source>Media %1</source>
        <translation>媒体 %1</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>restarting</source>
        <translation>正在重启</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>worker: state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>worker: state (step)</comment>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>manju::ui::StoryboardPage</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Choose a checkpoint first, at the top right</source>
        <translation>请先在右上角选择模型</translation>
    </message>
    <message>
        <source>S</source>
        <comment>size of the cards</comment>
        <translation>小</translation>
    </message>
    <message>
        <source>Small pictures</source>
        <translation>小画面</translation>
    </message>
    <message>
        <source>M</source>
        <comment>size of the cards</comment>
        <translation>中</translation>
    </message>
    <message>
        <source>Medium pictures</source>
        <translation>中画面</translation>
    </message>
    <message>
        <source>L</source>
        <comment>size of the cards</comment>
        <translation>大</translation>
    </message>
    <message>
        <source>Large pictures</source>
        <translation>大画面</translation>
    </message>
    <message>
        <source>XL</source>
        <comment>size of the cards</comment>
        <translation>特大</translation>
    </message>
    <message>
        <source>Very large pictures</source>
        <translation>特大画面</translation>
    </message>
</context>
</TS>
